import { route } from '../../lib/route.ts'
import { places } from './places.ts'

export default [
  ...places.map(({ part, name, load }) => route({ path: `/settings/${part}`, title: `${name}, Settings`, load })),
  route({ path: '/settings', title: 'Settings', load: places[0]!.load }),
]
