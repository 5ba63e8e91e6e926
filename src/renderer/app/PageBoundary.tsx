import { Button } from '@fluentui/react-components'
import { ArrowClockwiseRegular, BugRegular } from '@fluentui/react-icons'
import { Component, type ReactNode } from 'react'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'

interface Props {
  children: ReactNode
  /** Builds the page anew; without it only the boundary is reset. */
  onReload?: (() => void) | undefined
}

/** Keeps a broken page from taking the others with it. */
export class PageBoundary extends Component<Props, { failed: boolean }> {
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
