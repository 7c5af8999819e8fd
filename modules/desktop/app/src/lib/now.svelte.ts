import { createSubscriber } from 'svelte/reactivity'
import { onServiceTime, serviceNow } from './time.ts'

const subscribe = createSubscriber((update) => {
  // A clock that is wrong by a day shows the wrong day until the first answer, and not for longer.
  onServiceTime(update)
  const timer = setInterval(update, 20_000)
  return () => clearInterval(timer)
})

/** The service's time, which moves on by itself where it is shown. */
export function now(): number {
  subscribe()
  return serviceNow()
}
