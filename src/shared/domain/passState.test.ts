import { expect, it } from 'vitest'
import { passState, parseApprovalResult } from './passState.ts'

it('is published, rejected or unpublished', () => {
  expect(passState({ isStatus: true, pass: true })).toBe('published')
  expect(passState({ isStatus: true, pass: false })).toBe('published')
  expect(passState({ isStatus: false, pass: false })).toBe('rejected')
  expect(passState({ isStatus: false, pass: true })).toBe('unpublished')
})

it('reads who refused, and why [B-033]', () => {
  expect(parseApprovalResult('{"trueName":"李四","approveResult":"缺少图片"}')).toEqual({
    trueName: '李四',
    approveResult: '缺少图片',
  })
  expect(parseApprovalResult('{"approveResult":"缺少图片","trueName":7}')).toEqual({
    trueName: '',
    approveResult: '缺少图片',
  })
  for (const nothing of ['', 'null', '[]', '{', '{"trueName":""}', '"x"'])
    expect(parseApprovalResult(nothing)).toBeNull()
})
