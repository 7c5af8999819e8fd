import { route } from '../../lib/route.ts'

export default route({ path: '/go-live', title: 'Go live', load: () => import('./GoLive.svelte') })
