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

let isTold = false

/** Tells the program once that a screen has been drawn; a new version of which none is drawn gives way to the former one. */
function useTellShown(): void {
  const { mutate } = useWrite('app.shown', { success: false, quiet: true })
  useEffect(() => {
    if (isTold) return
    isTold = true
    mutate({})
  }, [mutate])
}

/** So long a page may take to show its form, ms. */
const PATIENCE_MS = 15_000
const FOCUSABLE = 'input, select, textarea, button, [tabindex]'

/** A label or heading of the page in front that says just this; a required field's star doesn't count. */
const labelled = (name: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('main :is(label, legend, h2, h3)')].find(
    (each) => each.textContent.replace(/\*$/, '').trim() === name && each.checkVisibility(),
  )

function show(label: HTMLElement): void {
  const control = label instanceof HTMLLabelElement ? label.control : null
  const place =
    control?.closest<HTMLElement>('.fui-Field') ?? label.closest<HTMLElement>('.fui-Field, section') ?? label
  place.scrollIntoView({ block: 'center' })
  const first = control ?? place.querySelector<HTMLElement>(FOCUSABLE)
  first?.focus({ preventScroll: true })
  const [strong, none] = ['0 0 0 3px var(--colorBrandStroke1)', '0 0 0 3px transparent']
  place.animate([{ boxShadow: strong }, { boxShadow: strong }, { boxShadow: none }], { duration: 2000 })
}

/** Brings the setting into view that the page's address names, as soon as it stands there. */
function useSettingOfAddress(): void {
  useAddressParam(SETTING_PARAM, (name) => {
    const there = labelled(name)
    if (there) return show(there)
    const watch = new MutationObserver(() => {
      const label = labelled(name)
      if (!label) return
      watch.disconnect()
      show(label)
    })
    watch.observe(document.body, { childList: true, subtree: true })
    setTimeout(() => watch.disconnect(), PATIENCE_MS)
  })
}

function Loaded({ screen }: { screen: Screen }) {
  const code = useLazyCode(codeOf(screen))
  return code ? <Shown code={code} /> : <LoadingState />
}

function Shown({ code }: { code: ComponentType }) {
  // The element that had the focus (a menu, a dialog) may have gone with the previous page.
  useEffect(() => {
    const timer = setTimeout(focusMain)
    return () => clearTimeout(timer)
  }, [])
  useSettingOfAddress()
  useTellShown()
  return createElement(code)
}

/**
 * One screen with its own address, waiting state and error boundary.
 * @param href fixes the address that the screen sees, so that a hidden page doesn't follow the window.
 */
export function PageFrame({ screen, href, onReload }: { screen: Screen; href?: string; onReload?: () => void }) {
  return (
    <PageBoundary onReload={onReload}>
      <Routes {...(href ? { location: href } : {})}>
        <Route path={screen.path} element={<Loaded screen={screen} />} />
      </Routes>
    </PageBoundary>
  )
}

interface PageBoundaryProps {
  children: ReactNode
  /** Builds the page anew; without it only the boundary is reset. */
  onReload?: (() => void) | undefined
}

/** Keeps a broken page from taking the others with it. */
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
          title="这个页面出错了"
          text="其他页面不受影响。重新加载后如果仍然出现，请把日志发给管理员。"
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
