import { route } from '../../lib/route.ts'

export default route({ path: '/held', title: 'Held posts', load: () => import('./Held.svelte') })
