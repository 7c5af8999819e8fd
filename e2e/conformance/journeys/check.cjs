// What the journeys have in common: where they go, and how they say what they found.
const assert = require('node:assert/strict')

/** What the test tells of its simulators. */
exports.given = JSON.parse(process.env.CONFORMANCE)
exports.assert = assert

/** Runs the steps one after the other and ends the process with 1 at the first that fails. */
exports.journey = async (name, steps) => {
  for (const [step, run] of Object.entries(steps)) {
    try {
      await run()
      console.log(`ok ${name}: ${step}`)
    } catch (error) {
      console.error(`FAILED ${name}: ${step}:`, error.response?.body ?? error.response ?? error)
      process.exit(1)
    }
  }
}

/** Asks again until the answer is one, at most 50 times. */
exports.until = async (ask) => {
  for (let i = 0; i < 50; i++) {
    const answer = await ask()
    if (answer) return answer
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('it never came to be')
}
