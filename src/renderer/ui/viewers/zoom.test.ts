import { describe, expect, it } from 'vitest'
import { fitToBox, panView, zoomView } from './zoom.ts'

const box = { width: 400, height: 300 }
const picture = { width: 800, height: 400 }
const middle = { x: 0, y: 0 }

describe('the view of a picture', () => {
  it('shows all of it, and a small one in its own pixels', () => {
    expect(fitToBox(box, picture)).toEqual({ scale: 0.5, x: 0, y: 0 })
    expect(fitToBox(box, { width: 300, height: 600 }).scale).toBe(0.5)
    expect(fitToBox(box, { width: 20, height: 10 }).scale).toBe(1)
    expect(fitToBox(box, { width: 0, height: 0 }).scale).toBe(1)
  })
  it('zooms between the whole and eight times', () => {
    const whole = fitToBox(box, picture)
    expect(zoomView(whole, 0.01, middle, box, picture).scale).toBe(0.5)
    expect(zoomView(whole, 99, middle, box, picture).scale).toBe(8)
    expect(zoomView(whole, 1, middle, box, picture)).toEqual({ scale: 1, x: 0, y: 0 })
  })
  it('keeps what is under the pointer there', () => {
    const at = { x: 100, y: 20 }
    const view = zoomView(fitToBox(box, picture), 2, at, box, picture)
    // The same place of the picture, in its own pixels from its middle.
    expect((at.x - view.x) / view.scale).toBeCloseTo((at.x - 0) / 0.5)
    expect((at.y - view.y) / view.scale).toBeCloseTo((at.y - 0) / 0.5)
  })
  it('is moved no further than the edge of the picture, and not at all where it fits', () => {
    const view = { scale: 1, x: 0, y: 0 }
    expect(panView(view, 999, 999, box, picture)).toEqual({ scale: 1, x: 200, y: 50 })
    expect(panView(view, -999, -10, box, picture)).toEqual({ scale: 1, x: -200, y: -10 })
    expect(panView(fitToBox(box, picture), 50, 50, box, picture)).toEqual({ scale: 0.5, x: 0, y: 0 })
  })
})
