import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fitToDisplays, loadState, saveState, type Rectangle, type WindowState } from './state.ts'

const primary: Rectangle = { x: 0, y: 0, width: 1920, height: 1040 }
const second: Rectangle = { x: 1920, y: 0, width: 1280, height: 720 }
const at = (x: number, y: number, width = 1200, height = 700): WindowState => ({
  bounds: { x, y, width, height },
  maximized: false,
})

describe('the place of the window', () => {
  it('is the middle of the primary display on the first run', () => {
    expect(fitToDisplays(null, [primary])).toEqual({
      bounds: { x: 280, y: 90, width: 1360, height: 860 },
      maximized: false,
    })
  })
  it('stays where it was, on whichever display', () => {
    expect(fitToDisplays(at(50, 60), [primary, second])).toEqual(at(50, 60))
    expect(fitToDisplays({ ...at(1950, 10), maximized: true }, [primary, second])).toEqual({
      ...at(1950, 10),
      maximized: true,
    })
  })
  it('comes back to the primary display when its own is gone', () => {
    expect(fitToDisplays(at(1950, 10), [primary]).bounds).toEqual({ x: 360, y: 170, width: 1200, height: 700 })
  })
  it('is whole on a display, whatever was saved', () => {
    const number = fc.integer({ min: -5000, max: 5000 })
    const size = fc.integer({ min: 0, max: 6000 })
    fc.assert(
      fc.property(number, number, size, size, (x, y, width, height) => {
        const { bounds } = fitToDisplays(at(x, y, width, height), [primary, second])
        const inside = [primary, second].some(
          (area) =>
            bounds.x >= area.x &&
            bounds.y >= area.y &&
            bounds.x + bounds.width <= area.x + area.width &&
            bounds.y + bounds.height <= area.y + area.height,
        )
        expect(inside && bounds.width >= 960 && bounds.height >= 600).toBe(true)
      }),
    )
  })
})

describe('the file of the window', () => {
  let dir: string
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'sitecraft-window-'))
  })
  afterEach(() => rm(dir, { recursive: true, force: true }))

  it('gives back what was saved and leaves nothing else behind', async () => {
    saveState(dir, at(1, 2))
    expect(loadState(dir)).toEqual(at(1, 2))
    expect(await readdir(dir)).toEqual(['window.json'])
  })
  it.each(['', '{"bounds":', '{"bounds":{"x":"1"}}', 'null'])('is ignored when it says %j', async (text) => {
    await writeFile(join(dir, 'window.json'), text)
    expect(loadState(dir)).toBeNull()
  })
  it('is no reason to fail when its folder is gone', () => {
    expect(() => saveState(join(dir, 'gone', 'too'), at(1, 2))).not.toThrow()
  })
})
