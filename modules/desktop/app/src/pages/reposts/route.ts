import { route } from '../../lib/route.ts'

export default route({ path: '/reposts', title: 'Reposts', load: () => import('./Reposts.svelte') })
