import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { FILTERS, TAGS, THINGS } from '#engine/catalogue/index.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { TagReference } from './TagReference.tsx'

const tab = (name: RegExp): HTMLElement => screen.getByRole('tab', { name })

describe('模板标签手册', () => {
  it('shows every tag with its parameters and an example', () => {
    renderUi(<TagReference />, { host: aHost() })
    expect(screen.getAllByRole('region')).toHaveLength(TAGS.length)
    const list = screen.getByRole('region', { name: '标签 list' })
    expect(within(list).getByText('{% list %} … {% endlist %}')).toBeTruthy()
    expect(within(within(list).getByRole('table', { name: 'list 的参数' })).getAllByRole('row')).toHaveLength(10)
    expect(list.querySelector('pre')?.textContent).toContain('{% endlist %}')
  })

  it('shows values and filters, too', async () => {
    const user = userEvent.setup()
    renderUi(<TagReference />, { host: aHost() })
    await user.click(tab(/变量和字段/))
    expect(screen.getAllByRole('region')).toHaveLength(Object.keys(THINGS).length + 1)
    await user.click(tab(/过滤器/))
    expect(screen.getAllByRole('region')).toHaveLength(FILTERS.length)
    expect(within(screen.getByRole('region', { name: '过滤器 upcase' })).getByText('ABC')).toBeTruthy()
  })

  it('finds by name, title and parameter, and says how many of each', async () => {
    const user = userEvent.setup()
    renderUi(<TagReference />, { host: aHost() })
    await user.type(screen.getByRole('searchbox'), '当前位置{Enter}')
    expect(screen.getAllByRole('region').map((each) => each.getAttribute('aria-label'))).toEqual(['标签 crumbs'])
    expect(tab(/变量和字段/).textContent).toBe('变量和字段（2）')
    await user.clear(screen.getByRole('searchbox'))
    await user.type(screen.getByRole('searchbox'), 'upcase{Enter}')
    expect(screen.getByText('没有找到“upcase”')).toBeTruthy()
    await user.click(tab(/过滤器（1）/))
    expect(screen.getAllByRole('region')).toHaveLength(1)
  })

  it('copies an example', async () => {
    const user = userEvent.setup()
    renderUi(<TagReference />, { host: aHost() })
    await user.click(screen.getByRole('button', { name: '复制分页的例子' }))
    expect(await navigator.clipboard.readText()).toBe(TAGS.find(({ name }) => name === 'pages')?.example)
  })
})
