import { Component, type ReactNode } from 'react'
import { unsavedWork } from '#renderer/ui/page/unsaved.ts'

interface Failure {
  hasFailed: boolean
  /** Titles of what was unsaved when the window failed. */
  unsaved: readonly string[]
}

/**
 * Shows an error screen in place of a white window when something outside of the pages breaks. The screen is plain HTML with
 * the styles of base.css: theme, routes and Fluent's styles are inside of this boundary, and may be what broke.
 */
export class RootBoundary extends Component<{ children: ReactNode }, Failure> {
  override state: Failure = { hasFailed: false, unsaved: [] }

  static getDerivedStateFromError(): Failure {
    // Read now: the forms remove their entries when they unmount.
    return { hasFailed: true, unsaved: unsavedWork.titles() }
  }

  override componentDidCatch(): void {
    // An open dialog hides everything else from screen readers; it is gone now, and its mark would stay.
    document.getElementById('root')?.removeAttribute('aria-hidden')
  }

  override render(): ReactNode {
    const { hasFailed, unsaved } = this.state
    if (!hasFailed) return this.props.children
    return (
      <div role="alert" className="window-failed">
        <h1>窗口出错了</h1>
        {unsaved.length > 0 && (
          <>
            <p>以下内容还没有保存：</p>
            <ul>
              {[...new Set(unsaved)].map((title) => (
                <li key={title}>{title}</li>
              ))}
            </ul>
            <p>重新载入后，内容和模板文件可以恢复本机草稿，其他表单需要重新填写。</p>
          </>
        )}
        <p>重新载入后如果仍然出现，请把日志发给管理员。</p>
        <button onClick={() => location.reload()}>重新载入</button>
      </div>
    )
  }
}
