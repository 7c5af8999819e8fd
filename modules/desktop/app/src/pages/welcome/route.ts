import { route } from '../../lib/route.ts'

export default route({ path: '/welcome', title: 'Welcome', isBare: true, load: () => import('./Welcome.svelte') })
