import { route } from '../../lib/route.ts'

export default route({ path: '/queue', title: 'Queue', load: () => import('./Queue.svelte') })
