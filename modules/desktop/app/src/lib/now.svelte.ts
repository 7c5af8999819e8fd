import { createSubscriber } from 'svelte/reactivity'
import { serviceNow } from './time.ts'

const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, 20_000)
  return () => clearInterval(timer)
})

/** The service's time, which moves on by itself where it is shown. */
export function now(): number {
  subscribe()
  return serviceNow()
}
