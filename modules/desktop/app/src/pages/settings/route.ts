import { route } from '../../lib/route.ts'
import { places } from './places.ts'

const first = places[0]!

export default [
  ...places.map(({ part, name, load }) => route({ path: `/settings/${part}`, title: `${name}, Settings`, load })),
  // What is no place leads to the first one.
  route({ path: '/settings', title: 'Settings', load: first.load }),
  route({ path: '/settings/:part', title: 'Settings', load: first.load }),
]
