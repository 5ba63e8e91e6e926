import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createSelfTests } from './launch.ts'
import { REPORT_FILE } from './run.ts'

const report = (points: number, isFinished: boolean): string =>
  JSON.stringify({
    version: '0.1.0',
    host: 'electron',
    system: 'Linux',
    startedAt: 1,
    isFinished,
    points: Array.from({ length: points }, (_none, at) => ({
      id: `${at}`,
      title: '',
      outcome: 'passed',
      detail: '',
      ms: 1,
    })),
  })

/** A program whose self-test runs this; `write(text)` writes its report, and its folder is named on its output. */
function program(script: string) {
  const emitted: number[] = []
  const write = `const fs = require('node:fs'); const at = process.argv.indexOf('--report');
    const write = (text) => fs.writeFileSync(process.argv[at + 1] + '/${REPORT_FILE}', text);`
  const tests = createSelfTests({
    // Node would take the arguments for its own without the dashes.
    program: { command: process.execPath, args: ['-e', `${write} ${script}`, '--'] },
    emit: (_event, payload) => void emitted.push((payload as { points: unknown[] }).points.length),
  })
  return { tests, emitted }
}

it('returns the report of the started program, reports each step before, and leaves no folder behind', async () => {
  const { tests, emitted } = program(`
    write(${JSON.stringify(report(1, false))})
    setTimeout(() => {
      write(${JSON.stringify(report(2, true))}.replace('Linux', process.argv[at + 1] + ' ' + process.argv.includes('--self-test')))
    }, 700)`)
  const { points, isFinished, system } = await tests.run()
  expect([points.length, isFinished]).toEqual([2, true])
  expect(emitted[0]).toBe(1)
  const [folder = '', asked] = system.split(' ')
  expect([existsSync(folder), asked]).toEqual([false, 'true'])
})

it('runs one at a time, and one that is stopped before its report has no answer', async () => {
  const { tests } = program('setInterval(() => undefined, 1000)')
  const running = tests.run()
  const ended = running.then(
    () => 'answered',
    (error: unknown) => error,
  )
  await expect(tests.run()).rejects.toMatchObject({ code: 'locked' })
  const stopping = setInterval(() => tests.stop(), 20)
  expect(await ended).toMatchObject({ code: 'unavailable' })
  clearInterval(stopping)
})
