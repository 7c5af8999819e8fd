import { route } from '../../lib/route.ts'

export default route({ path: '/health', title: 'Health', load: () => import('./Health.svelte') })
