import { route } from '../../lib/route.ts'

const load = () => import('./Compose.svelte')

export default [route({ path: '/compose', title: 'Composer', isBare: true, load }), route({ path: '/compose/:id', title: 'Composer', isBare: true, load })]
