import { Component, type ReactNode } from 'react'
import { unsavedWork } from '#renderer/ui/page/unsaved.ts'

interface Failure {
  hasFailed: boolean
  /** Titles of the unsaved forms at the time of the failure. */
  unsaved: readonly string[]
}

/**
 * Shows an error screen when code outside of the pages fails. The screen is plain HTML with the styles of base.css, because
 * theme, routes and Fluent's styles are inside of this boundary and may have failed.
 */
export class RootBoundary extends Component<{ children: ReactNode }, Failure> {
  override state: Failure = { hasFailed: false, unsaved: [] }

  static getDerivedStateFromError(): Failure {
    // Read before the forms unmount, which removes their entries.
    return { hasFailed: true, unsaved: unsavedWork.titles() }
  }

  override componentDidCatch(): void {
    // An open dialog has hidden the root from screen readers; the failed dialog can't undo that.
    document.getElementById('root')?.removeAttribute('aria-hidden')
  }

  override render(): ReactNode {
    const { hasFailed, unsaved } = this.state
    if (!hasFailed) return this.props.children
    return (
      <div role="alert" className="window-failed">
        <h1>窗口出错</h1>
        {unsaved.length > 0 && (
          <>
            <p>以下内容未保存：</p>
            <ul>
              {[...new Set(unsaved)].map((title) => (
                <li key={title}>{title}</li>
              ))}
            </ul>
            <p>重新载入后，内容和模板文件可以恢复本机草稿，其他表单需要重新填写。</p>
          </>
        )}
        <p>如果重新载入后仍然出现，请将日志发送给管理员。</p>
        <button onClick={() => location.reload()}>重新载入</button>
      </div>
    )
  }
}
