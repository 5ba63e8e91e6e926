import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { arrowKeys } from './arrowKeys.ts'

const vertical = arrowKeys('vertical')
const horizontal = arrowKeys('horizontal')
const focused = (): string => document.activeElement?.textContent || document.activeElement?.tagName || ''

function setup(axis: typeof vertical): ReturnType<typeof userEvent.setup> {
  render(
    <div ref={axis}>
      <input aria-label="搜索" />
      <button>一</button>
      <button tabIndex={-1}>不可达</button>
      <button>二</button>
    </div>,
  )
  return userEvent.setup()
}

describe('arrow keys', () => {
  it('move along the list and past what Tab does not reach', async () => {
    const user = setup(vertical)
    await user.click(screen.getByLabelText('搜索'))
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(focused()).toBe('二')
    await user.keyboard('{ArrowDown}')
    expect(focused()).toBe('二')
    await user.keyboard('{Home}')
    expect(focused()).toBe('INPUT')
  })

  it('leave Home and End to a text', async () => {
    const user = setup(vertical)
    await user.type(screen.getByLabelText('搜索'), 'ab{End}')
    expect(focused()).toBe('INPUT')
  })

  it('of the other direction do nothing', async () => {
    const user = setup(horizontal)
    await user.click(screen.getByRole('button', { name: '一' }))
    await user.keyboard('{ArrowDown}')
    expect(focused()).toBe('一')
    await user.keyboard('{ArrowRight}')
    expect(focused()).toBe('二')
  })
})
