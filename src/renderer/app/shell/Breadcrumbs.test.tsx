import { HomeRegular } from '@fluentui/react-icons'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { NavGroup } from '#renderer/ui/page/navigation.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { Breadcrumbs } from './Breadcrumbs.tsx'

const leaf = (path: string, title: string) => ({ path, title, icon: HomeRegular })
const GROUPS: NavGroup[] = [
  { key: '1', title: '首页', leaves: [leaf('/index', '首页'), leaf('/index/web-analytics', '网站统计')] },
]
const trail = (active: string): string[] => {
  const { unmount } = renderUi(<Breadcrumbs groups={GROUPS} active={active} />, { host: aHost() })
  const parts = screen.getAllByRole('listitem').map((item) => item.textContent)
  unmount()
  return parts.filter((part) => part !== '')
}

it('shows the path to a page, and only one name when page and group have the same', () => {
  expect(trail('/index/web-analytics')).toEqual(['首页', '网站统计'])
  expect(trail('/index')).toEqual(['首页'])
})
