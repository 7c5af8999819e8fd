import { route } from '../../lib/route.ts'

export default route({ path: '/posts/:id', title: 'Post', load: () => import('./Post.svelte') })
