import { Component, type ComponentType, createElement, type ReactNode, useEffect } from 'react'
import { Route, Routes } from 'react-router-dom'
import { Button } from '@fluentui/react-components'
import { ArrowClockwiseRegular, BugRegular } from '@fluentui/react-icons'
import { EmptyState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { focusMain } from '#renderer/ui/focus/focus.ts'
import { useLazyCode } from '#renderer/ui/lazy/lazyCode.ts'
import type { Screen } from '#renderer/ui/page/screen.ts'
import { codeOf } from './screens.ts'
import { SETTING_PARAM, useAddressParam } from '#renderer/ui/page/useAddressParam.ts'
import { useWrite } from '#renderer/data/useWrite.ts'

let isReported = false

/**
 * Reports the first rendered screen once. A new version that never reports one is rolled back to the former version.
 */
function useReportFirstRender(): void {
  const { mutate } = useWrite('app.shown', { success: false, quiet: true })
  useEffect(() => {
    if (isReported) return
    isReported = true
    mutate({})
  }, [mutate])
}

/** Time that a page has to render the setting, ms. */
const SETTING_WAIT_MS = 15_000
const FOCUSABLE = 'input, select, textarea, button, [tabindex]'

/** The visible label or heading with exactly this text, without the star of a required field. */
const findLabel = (name: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('main :is(label, legend, h2, h3)')].find(
    (each) => each.textContent.replace(/\*$/, '').trim() === name && each.checkVisibility(),
  )

function highlight(label: HTMLElement): void {
  const control = label instanceof HTMLLabelElement ? label.control : null
  const box = control?.closest<HTMLElement>('.fui-Field') ?? label.closest<HTMLElement>('.fui-Field, section') ?? label
  box.scrollIntoView({ block: 'center' })
  const first = control ?? box.querySelector<HTMLElement>(FOCUSABLE)
  first?.focus({ preventScroll: true })
  const [strong, none] = ['0 0 0 3px var(--colorBrandStroke1)', '0 0 0 3px transparent']
  box.animate([{ boxShadow: strong }, { boxShadow: strong }, { boxShadow: none }], { duration: 2000 })
}

/** Scrolls to the setting that the page's address names, once the page has rendered it. */
function useScrollToSetting(): void {
  useAddressParam(SETTING_PARAM, (name) => {
    const visibleLabel = findLabel(name)
    if (visibleLabel) return highlight(visibleLabel)
    const watch = new MutationObserver(() => {
      const label = findLabel(name)
      if (!label) return
      watch.disconnect()
      highlight(label)
    })
    watch.observe(document.body, { childList: true, subtree: true })
    setTimeout(() => watch.disconnect(), SETTING_WAIT_MS)
  })
}

function LazyScreen({ screen }: { screen: Screen }) {
  const code = useLazyCode(codeOf(screen))
  return code ? <ScreenContent code={code} /> : <LoadingState />
}

function ScreenContent({ code }: { code: ComponentType }) {
  // The element that had the focus (a menu, a dialog) may have been removed with the previous page.
  useEffect(() => {
    const timer = setTimeout(focusMain)
    return () => clearTimeout(timer)
  }, [])
  useScrollToSetting()
  useReportFirstRender()
  return createElement(code)
}

/**
 * One screen with its own address, waiting state and error boundary.
 * @param href fixes the address that the screen sees, so that a hidden page ignores the window's navigation.
 */
export function PageFrame({ screen, href, onReload }: { screen: Screen; href?: string; onReload?: () => void }) {
  return (
    <PageBoundary onReload={onReload}>
      <Routes {...(href ? { location: href } : {})}>
        <Route path={screen.path} element={<LazyScreen screen={screen} />} />
      </Routes>
    </PageBoundary>
  )
}

interface PageBoundaryProps {
  children: ReactNode
  /** Recreates the page; absent: only the boundary is reset. */
  onReload?: (() => void) | undefined
}

/** Keeps the error of one page from breaking the others. */
class PageBoundary extends Component<PageBoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  readonly reload = (): void => {
    this.setState({ failed: false })
    this.props.onReload?.()
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <div role="alert">
        <EmptyState
          icon={BugRegular}
          title="页面出错"
          text="其他页面不受影响。如果重新加载后仍然出现，请将日志发送给管理员。"
          action={
            <Button appearance="primary" icon={<ArrowClockwiseRegular />} onClick={this.reload}>
              重新加载此页
            </Button>
          }
        />
      </div>
    )
  }
}
