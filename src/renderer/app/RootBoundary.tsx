import { Component, type ReactNode } from 'react'
import { Button } from '@fluentui/react-components'
import { ArrowClockwiseRegular, BugRegular } from '@fluentui/react-icons'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { unsavedWork } from '#renderer/ui/page/unsaved.ts'

interface Failure {
  hasFailed: boolean
  /** Titles of what was unsaved when the window failed. */
  unsaved: readonly string[]
}

/** Shows an error screen in place of a white window when something outside of the pages breaks. */
export class RootBoundary extends Component<{ children: ReactNode }, Failure> {
  override state: Failure = { hasFailed: false, unsaved: [] }

  static getDerivedStateFromError(): Failure {
    // Read now: the forms take their entries back when they go.
    return { hasFailed: true, unsaved: unsavedWork.titles() }
  }

  override render(): ReactNode {
    const { hasFailed, unsaved } = this.state
    if (!hasFailed) return this.props.children
    const titles = unsaved.map((title) => `“${title}”`).join('、')
    const kept =
      unsaved.length > 0
        ? `还没有保存：${titles}。重新载入后，内容和模板文件可以恢复本机草稿，其他表单需要重新填写。`
        : ''
    return (
      <div role="alert">
        <EmptyState
          icon={BugRegular}
          title="窗口出错了"
          text={`${kept}重新载入后如果仍然出现，请把日志发给管理员。`}
          action={
            <Button appearance="primary" icon={<ArrowClockwiseRegular />} onClick={() => location.reload()}>
              重新载入
            </Button>
          }
        />
      </div>
    )
  }
}
