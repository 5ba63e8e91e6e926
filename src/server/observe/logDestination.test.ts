import { expect, it } from 'vitest'
import { createLogDestination } from './logDestination.ts'

it('drops lines while writes fail, reports their number, and starts a new line after a partial one', () => {
  let room = 8
  let text = ''
  const log = createLogDestination(2, (_fd, bytes) => {
    if (room === 0) throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
    const part = bytes.subarray(0, room)
    room -= part.length
    text += part.toString()
    return part.length
  })
  log.write('first\n')
  log.write('second\n')
  log.write('third\n')
  room = 1000
  log.write('fourth\n')
  log.write('fifth\n')
  const [one, torn, told = '', ...rest] = text.split('\n')
  expect([one, torn, rest]).toEqual(['first', 'se', ['fourth', 'fifth', '']])
  expect(JSON.parse(told)).toMatchObject({ level: 40, lost: 2 })
})

it('gives up a pipe that stays full, and reports it when it is read again, were it one line alone', () => {
  let [tries, text, isFull] = [0, '', true]
  const log = createLogDestination(2, (_fd, bytes) => {
    tries += 1
    if (isFull) throw Object.assign(new Error('busy'), { code: 'EAGAIN' })
    text += bytes.toString()
    return bytes.length
  })
  log.write('a line\n')
  expect(tries).toBe(20)
  isFull = false
  log.write('the next\n')
  log.write('the last\n')
  const [told = '', ...lines] = text.split('\n')
  expect([JSON.parse(told), lines]).toMatchObject([{ lost: 1 }, ['the next', 'the last', '']])
})
