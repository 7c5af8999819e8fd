import { route } from '../../lib/route.ts'

export default route({ path: '/calendar', title: 'Calendar', load: () => import('./Calendar.svelte') })
