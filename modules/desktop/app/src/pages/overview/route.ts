import { route } from '../../lib/route.ts'

export default route({ path: '/', title: 'Overview', load: () => import('./Overview.svelte') })
