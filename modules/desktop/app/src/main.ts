import '../../../../platform/look/tokens.css'
import './ui/base.css'
import { mount } from 'svelte'
import App from './App.svelte'
import './lib/installing.svelte.ts'
import { go, router } from './lib/router.svelte.ts'
import { session } from './lib/session.ts'
import { routes } from './pages/index.ts'

session.setLeave((path) => go(path, { replace: true }))

// Asked first, so that a browser without a session is not refused by everything that the first page asks for.
if (await session.isSignedIn().catch(() => true)) session.comeBack()
else session.endBeforeStart()

router.start(routes)
const target = document.getElementById('app')
if (target) mount(App, { target })
