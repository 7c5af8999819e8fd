import { route } from '../../lib/route.ts'
import { signedOutPath } from '../../lib/session.ts'

export default route({ path: signedOutPath, title: 'Signed out', isBare: true, load: () => import('./SignedOut.svelte') })
