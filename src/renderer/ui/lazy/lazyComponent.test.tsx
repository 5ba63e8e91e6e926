import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Component, type ComponentType, createElement, type ReactNode } from 'react'
import { expect, it } from 'vitest'
import { lazyComponent } from './lazyComponent.tsx'
import { LazyCode, useLazyCode } from './lazyCode.ts'

class Boundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state = { error: null }
  static getDerivedStateFromError = (error: Error) => ({ error })
  override render(): ReactNode {
    if (!this.state.error) return this.props.children
    return (
      <button type="button" onClick={() => this.setState({ error: null })}>
        重试
      </button>
    )
  }
}

it('a late component shows what waits, then itself, and is loaded once for all', async () => {
  let loads = 0
  const loaded = Promise.withResolvers<ComponentType<{ name: string }>>()
  const Late = lazyComponent((): Promise<ComponentType<{ name: string }>> => {
    loads += 1
    return loaded.promise
  }, '请稍候')
  const { container } = render(
    <>
      <Late name="一" />
      <Late name="二" />
    </>,
  )
  expect(container.textContent).toBe('请稍候请稍候')
  loaded.resolve(({ name }) => <p>{name}</p>)
  await screen.findByText('一')
  expect(container.textContent).toBe('一二')
  render(<Late name="三" />)
  // At once, as it is there already.
  screen.getByText('三')
  expect(loads).toBe(1)
})

it('a late component that could not be loaded is tried again', async () => {
  const tries: Promise<ComponentType>[] = [Promise.reject(new Error('offline')), Promise.resolve(() => <p>到了</p>)]
  const Late = lazyComponent(() => tries.shift() ?? Promise.reject(new Error('a third time')))
  render(
    <Boundary>
      <Late />
    </Boundary>,
  )
  await userEvent.click(await screen.findByRole('button', { name: '重试' }))
  await screen.findByText('到了')
})

it('a place that shows one late component after the other loads each', async () => {
  const lateText = (text: string) => new LazyCode<object>(() => Promise.resolve(() => <p>{text}</p>))
  function Place({ code }: { code: LazyCode<object> }) {
    const Shown = useLazyCode(code)
    return Shown ? createElement(Shown) : null
  }
  const { rerender } = render(<Place code={lateText('登录')} />)
  await screen.findByText('登录')
  rerender(<Place code={lateText('注册')} />)
  await screen.findByText('注册')
})
