import { route } from '../../lib/route.ts'

export default route({ path: '/posts', title: 'Posts', load: () => import('./Posts.svelte') })
