import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { Tabs } from './Tabs.tsx'

const TABS = [
  { id: 'files', title: '文件' },
  { id: 'log', title: '日志' },
  { id: 'trash', title: '回收站' },
] as const

function Sample() {
  const [tab, setTab] = useState<(typeof TABS)[number]['id']>('files')
  return (
    <Tabs tabs={TABS} selected={tab} onSelect={setTab}>
      shows {tab}
    </Tabs>
  )
}

it('shows the panel of the tab that is clicked, under its name', async () => {
  render(<Sample />)
  expect(screen.getByRole('tabpanel', { name: '文件' }).textContent).toBe('shows files')
  await userEvent.click(screen.getByRole('tab', { name: '日志' }))
  expect(screen.getByRole('tabpanel', { name: '日志' }).textContent).toBe('shows log')
})

it('moves with the arrow keys, around the ends, and by Home and End', async () => {
  render(<Sample />)
  await userEvent.tab()
  const keys: [string, string][] = [
    ['{ArrowRight}', '日志'],
    ['{End}', '回收站'],
    ['{ArrowRight}', '文件'],
    ['{ArrowLeft}', '回收站'],
    ['{Home}', '文件'],
  ]
  for (const [key, title] of keys) {
    await userEvent.keyboard(key)
    const tab = screen.getByRole('tab', { name: title, selected: true })
    expect(document.activeElement, key).toBe(tab)
    expect(screen.getAllByRole('tab').filter((each) => each.tabIndex === 0)).toEqual([tab])
  }
})
