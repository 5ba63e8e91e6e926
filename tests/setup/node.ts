import { vi } from 'vitest'

// A machine under load answers late; one second, vitest's own, is a limit of time in disguise.
const LONGEST_MS = 10_000
const { waitFor } = vi
if (!Reflect.has(waitFor, 'patient')) {
  const patient: typeof vi.waitFor = (callback, options) =>
    waitFor(callback, typeof options === 'number' ? options : { timeout: LONGEST_MS, ...options })
  vi.waitFor = Object.assign(patient, { patient: true })
}
