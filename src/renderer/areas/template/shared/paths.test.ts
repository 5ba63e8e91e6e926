import { describe, expect, it } from 'vitest'
import { crumbsOf, isInside, joinPath, parentPath } from './paths.ts'

describe('paths of template files', () => {
  it('go up, but never above the folder that was opened', () => {
    expect(parentPath('site/css/fonts', 'site')).toBe('site/css')
    expect(parentPath('site/css', 'site')).toBe('site')
    expect(parentPath('site', 'site')).toBe('site')
    expect(parentPath('site/css', 'site/css')).toBe('site/css')
  })

  it('give every folder on the way for the breadcrumb [A-085]', () => {
    expect(crumbsOf('site/css/fonts', 'site')).toEqual([
      { name: 'site', path: 'site' },
      { name: 'css', path: 'site/css' },
      { name: 'fonts', path: 'site/css/fonts' },
    ])
    expect(crumbsOf('site', 'site')).toEqual([{ name: 'site', path: 'site' }])
  })

  it('distinguish a folder from another one with the same prefix', () => {
    expect(isInside('site2/css', 'site')).toBe(false)
    expect(isInside('site/css', 'site')).toBe(true)
    expect(joinPath('', 'site')).toBe('site')
  })
})
