import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { IconButton } from './IconButton.tsx'
import { ICONS } from './icons.ts'

function Sample({ start }: { start: string }) {
  const [icon, setIcon] = useState(start)
  return <IconButton label="图标" value={icon} onChange={setIcon} />
}
const open = async (start = '') => {
  renderUi(<Sample start={start} />, { host: aHost() })
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: /^图标/ }))
  return user
}
const icons = () => [
  ...screen.getByLabelText('图标', { selector: '[role=listbox]' }).querySelectorAll<HTMLElement>('[role=option]'),
]

describe('the icon picker', () => {
  it('knows each icon once', () => {
    expect(new Set(ICONS.map(({ name }) => name)).size).toBe(ICONS.length)
  })
  it('shows 16 on a page, in pages [C-393]', async () => {
    const user = await open()
    expect(icons()).toHaveLength(16)
    expect(icons()[0]?.getAttribute('aria-label')).toContain(ICONS[0]?.name)
    await user.click(screen.getByLabelText('第 2 页'))
    expect(icons()[0]?.getAttribute('aria-label')).toContain(ICONS[16]?.name)
  })
  it('opens where the chosen one stands, and takes another', async () => {
    const chosen = ICONS[40]?.name ?? ''
    const user = await open(chosen)
    const selected = icons().filter((option) => option.getAttribute('aria-selected') === 'true')
    expect(selected.map((option) => option.getAttribute('aria-label'))).toEqual([expect.stringContaining(chosen)])
    await user.click(icons()[0] as HTMLElement)
    await waitFor(() => expect(screen.queryByRole('listbox', { name: '图标' })).toBeNull())
    expect(screen.getByRole('button', { name: `图标 ${ICONS[32]?.words}` })).toBeTruthy()
  })
  it('finds by Chinese word and by name', async () => {
    const user = await open()
    const search = screen.getByPlaceholderText('搜索图标')
    await user.type(search, '邮件{Enter}')
    await waitFor(() => expect(icons()).toHaveLength(1))
    await user.clear(search)
    await user.type(search, 'building{Enter}')
    await waitFor(() => expect(icons().length).toBe(6))
    await user.clear(search)
    await user.type(search, '没有{Enter}')
    await screen.findByText('没有找到图标')
  })
  it('is worked with by keyboard: one stop, arrows, Enter', async () => {
    const user = await open()
    expect(icons().filter((option) => option.tabIndex === 0)).toHaveLength(1)
    icons()[0]?.focus()
    await user.keyboard('{ArrowRight}{ArrowRight}')
    expect(document.activeElement).toBe(icons()[2])
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.getByRole('button', { name: `图标 ${ICONS[2]?.words}` })).toBeTruthy())
  })
})
