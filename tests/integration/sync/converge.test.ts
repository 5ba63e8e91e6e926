import fc from 'fast-check'
import { test } from 'vitest'
import { playSteps } from './play.ts'
import { anyStep } from './steps.ts'

test('[S9] [S10] [S20] [S28] whatever happens on both sides, they converge and no edit is lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 25 }), (steps) => playSteps(steps)),
    { numRuns: 40, endOnFailure: true },
  )
}, 180_000)
