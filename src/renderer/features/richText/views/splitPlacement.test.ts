import { describe, expect, it } from 'vitest'
import { splitPlacement } from './splitPlacement.ts'

describe('the place of a picture in the editor', () => {
  it('is as on the page: parts of its width, margins and floats are of what stands around it', () => {
    expect(splitPlacement('width: 50%; border-radius: 8px', '')).toEqual({
      around: { width: '50%' },
      own: 'max-width: 100%; border-radius: 8px; width: 100%',
    })
    expect(splitPlacement('float: left; margin: 0 8px 8px 0', '')).toEqual({
      around: { float: 'left', margin: '0 8px 8px 0' },
      own: 'max-width: 100%',
    })
  })

  it('is in the middle for a block with margins that fill the line', () => {
    expect(splitPlacement('display: block; margin-left: auto; margin-right: auto; width: 200px', '').around).toEqual({
      marginLeft: 'auto',
      marginRight: 'auto',
      display: 'block',
      width: 'fit-content',
    })
  })

  it('takes the width of its attribute, which its style goes before', () => {
    expect(splitPlacement('', '60%')).toEqual({ around: { width: '60%' }, own: 'max-width: 100%; width: 100%' })
    expect(splitPlacement('width: 120px', '60%')).toEqual({ around: {}, own: 'max-width: 100%; width: 120px' })
    expect(splitPlacement('', '300')).toEqual({ around: {}, own: 'max-width: 100%' })
  })
})
