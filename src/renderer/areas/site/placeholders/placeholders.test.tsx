import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import { SYSTEM_MENUS } from '#shared/domain/systemMenus.ts'
import type { Screen } from '#renderer/ui/page/screen.ts'
import { screen as columnType } from './column-type/screen.ts'
import { screen as deadLink } from './dead-link/screen.ts'
import { screen as menuInfo } from './menu-info/screen.ts'
import { screen as redirect301 } from './redirect-301/screen.ts'
import { screen as siteMap } from './site-map/screen.ts'

const cases: [string, string, Screen][] = [
  ['[A-128]', '301跳转', redirect301],
  ['[A-129]', '菜单信息', menuInfo],
  ['[A-130]', '栏目类型', columnType],
  ['[A-131]', '网站地图', siteMap],
  ['[A-132]', '死链', deadLink],
]

it.each(cases)('%s %s has its menu and route, and says that it has no function yet', async (_id, title, place) => {
  expect(SYSTEM_MENUS.find((menu) => menu.id === place.menu)).toMatchObject({ title, path: place.path })
  const Placeholder = await place.load()
  render(
    <MemoryRouter>
      <Placeholder />
    </MemoryRouter>,
  )
  expect(screen.getByRole('heading', { level: 1, name: title })).toBeTruthy()
  expect(screen.getByRole('heading', { level: 2, name: '这个功能还没有开放' })).toBeTruthy()
  expect(screen.getAllByRole('listitem').length).toBeGreaterThan(1)
  for (const role of ['table', 'button', 'textbox']) expect(screen.queryByRole(role)).toBeNull()
})
