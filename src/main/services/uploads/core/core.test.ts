import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { UploadState } from '#shared/contract/uploads.ts'
import { AppError, type ErrorCode } from '#shared/errors/index.ts'
import { TokenBucket } from './bucket.ts'
import { decideAfterFailure, mayBeUnreachable, MAX_FAILURES, delayAfterFailures } from './decide.ts'
import { Meter, remainingSeconds } from './meter.ts'
import { planOf } from '../target.ts'
import { planChunks } from './plan.ts'
import { isOpen, isWorking, nextState, type UploadEvent } from './state.ts'

describe('a plan', () => {
  it('covers every byte once, in order, with a last chunk of one to two sizes [P4] [P13]', () => {
    fc.assert(
      fc.property(fc.nat({ max: 100_000 }), fc.integer({ min: 1, max: 5000 }), (size, chunkBytes) => {
        const { chunkSize, chunks } = planChunks(size, true, chunkBytes)
        expect(chunks.length).toBe(Math.max(Math.floor(size / chunkSize), 1))
        let at = 0
        const wrong = chunks.filter(({ number, start, end }, index) => {
          const follows = number === index + 1 && start === at
          at = end
          return !follows || (number < chunks.length && end - start !== chunkSize)
        })
        expect(wrong).toEqual([])
        expect(at).toBe(size)
        expect(chunks.length === 1 || size - (chunks.at(-1)?.start ?? 0) < 2 * chunkSize).toBe(true)
      }),
    )
  })
  it('makes larger chunks of larger files, from 16 to 64 MB', () => {
    const sizes = [1, 100, 400, 700, 2048, 4999].map((mb) => planChunks(mb * 1024 ** 2, true))
    expect(sizes.map(({ chunkSize }) => chunkSize / 1024 ** 2)).toEqual([1, 16, 25, 43, 64, 64])
    expect(sizes.map(({ chunks }) => chunks.length)).toEqual([1, 6, 16, 16, 32, 78])
  })
  it('keeps to the size that an import names [B-416]', () => {
    const call = { to: 'call' as const, kind: 'file' as const, extensions: ['xlsx'], limitMb: 5000 }
    const chunks = (mb: number, chunkMb?: number) =>
      planOf({ size: mb * 1024 ** 2, target: { ...call, ...(chunkMb && { chunkMb }) } }, true).chunks.length
    expect([chunks(50), chunks(50, 50), chunks(149, 50)]).toEqual([3, 1, 2])
  })
  it('for a foreign server is one chunk, whatever the size [P5] [A-323]', () => {
    expect(planChunks(5000 * 1024 ** 2 - 1, false).chunks).toHaveLength(1)
    expect(planChunks(0, false)).toEqual({ chunkSize: 1, chunks: [{ number: 1, start: 0, end: 0 }] })
  })
})

const anyEvent: fc.Arbitrary<UploadEvent> = fc.oneof(
  ...(['pause', 'resume', 'retry', 'start', 'send', 'register', 'wait'] as const).map((type) => fc.constant({ type })),
  fc.nat().map((done) => ({ type: 'hash' as const, done })),
  fc.constant({ type: 'hold' as const, reason: 'unreachable' as const, message: 'm' }),
  fc.boolean().map((retry) => ({ type: 'fail' as const, message: 'm', retry })),
  fc.constant({ type: 'finish' as const, attachment: null }),
)

describe('the state of an upload', () => {
  it('never leaves done, is done or failed only by its work, and paused only by the user', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 30 }), (events) => {
        let state: UploadState = { step: 'waiting' }
        for (const event of events) {
          const after = nextState(state, event)
          if (state.step === 'done') expect(after).toBe(state)
          // A pause may come too late for work that is done.
          if (state.step === 'paused' && after !== state) expect(['resume', 'finish']).toContain(event.type)
          if (state.step === 'failed' && after !== state) expect([event.type, state.retry]).toEqual(['retry', true])
          if (after.step === 'done' && after !== state) expect([event.type, isOpen(state)]).toEqual(['finish', true])
          if (isWorking(after) && !isWorking(state)) expect([event.type, isOpen(state)]).toEqual(['start', true])
          state = after
        }
      }),
    )
  })
})

describe('a failure', () => {
  const failing = (code: ErrorCode, { status = 0, isReachable = true, failures = 1 } = {}) =>
    decideAfterFailure(
      new AppError(code, '', { details: { fact: { kind: 'request', status } } }),
      isReachable,
      failures,
    )
  const FAILED = { kind: 'failed', mayRetry: true, isContentWrong: false }
  it.each([404, 415, 500, 501])('with the bare status %i is final [P6]', (status) => {
    expect(failing('bad-answer', { status })).toEqual(FAILED)
  })
  it.each(['not-found', 'internal', 'too-large', 'no-space', 'rejected', 'forbidden'] as const)(
    'of the envelope, %s, is the user’s to repeat [P6]',
    (code) => expect(failing(code)).toEqual(FAILED),
  )
  it('waits for a sign-in, and for a server that is out of reach [P6]', () => {
    expect(failing('unauthorized')).toEqual({ kind: 'signed-out' })
    expect(failing('timeout', { isReachable: false })).toEqual({ kind: 'unreachable' })
  })
  it.each(['no-response', 'timeout', 'unavailable'] as const)(
    'with %s, the server is asked whether it answers',
    (code) => {
      expect(mayBeUnreachable(new AppError(code, ''))).toBe(true)
    },
  )
  it.each(['bad-answer', 'too-many', 'locked', 'cancelled', 'no-response', 'timeout', 'unavailable'] as const)(
    'of the passing kind, %s, is tried again, but not for ever [P6]',
    (code) => {
      expect(failing(code)).toEqual({ kind: 'later' })
      expect(failing(code, { failures: MAX_FAILURES })).toEqual({ kind: 'later' })
      expect(failing(code, { failures: MAX_FAILURES + 1 })).toEqual(FAILED)
    },
  )
  it('about the content restarts the upload, if the file can be sent at all', () => {
    expect(failing('invalid')).toEqual({ ...FAILED, isContentWrong: true })
    expect(failing('unsupported')).toEqual({ kind: 'failed', mayRetry: false, isContentWrong: true })
  })
  it('makes the pauses longer, up to half a minute, and spreads them', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (failures, random) => {
          const full = Math.min(1000 * 2 ** (failures - 1), 30_000)
          const pause = delayAfterFailures(failures, random)
          expect(pause).toBeGreaterThanOrEqual(full / 2)
          expect(pause).toBeLessThanOrEqual(full)
        },
      ),
    )
  })
})

describe('the speed', () => {
  it('is that of the last five seconds', () => {
    const meter = new Meter()
    expect(meter.speed(0)).toBe(0)
    for (let at = 0; at <= 4000; at += 100) meter.add(1000, at)
    expect(meter.speed(4000)).toBeCloseTo(10_250, -2)
    expect(meter.speed(20_000)).toBe(0)
    expect([remainingSeconds(1000, 0), remainingSeconds(1000, 300)]).toEqual([null, 4])
  })
})

describe('a bandwidth limit', () => {
  it('lets no more through than its rate and a short burst, and no less', () => {
    fc.assert(
      fc.property(fc.integer({ min: 5000, max: 1_000_000 }), fc.integer({ min: 1, max: 65_536 }), (rate, bytes) => {
        const bucket = new TokenBucket()
        bucket.setRate(rate)
        let now = 10_000
        let sent = 0
        while (now < 20_000 && sent < 200 * bytes) {
          now += bucket.consume(bytes, now)
          sent += bytes
        }
        const seconds = (now - 10_000) / 1000
        expect(sent).toBeLessThanOrEqual(rate * (seconds + 0.25) + bytes)
        expect(sent).toBeGreaterThanOrEqual(rate * seconds - bytes)
      }),
    )
  })
  it('of nothing is none, and a low one asks for small pieces', () => {
    const bucket = new TokenBucket()
    expect([bucket.consume(1e9, 0), bucket.pieceSize(500)]).toEqual([0, 500])
    bucket.setRate(8192)
    expect(bucket.pieceSize(524_288)).toBe(2048)
  })
})
