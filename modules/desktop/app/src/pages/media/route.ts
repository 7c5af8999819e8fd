import { route } from '../../lib/route.ts'

const load = () => import('./Media.svelte')

export default [route({ path: '/media', title: 'Media', load }), route({ path: '/media/:id', title: 'File', load })]
