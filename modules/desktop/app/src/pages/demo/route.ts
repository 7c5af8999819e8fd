import { route } from '../../lib/route.ts'

export default route({ path: '/demo', title: 'Bad-day demo', load: () => import('./Demo.svelte') })
