import { Button, MessageBar, MessageBarActions, MessageBarBody, MessageBarGroup } from '@fluentui/react-components'
import { useState } from 'react'
import type { Losses } from './useRichText.ts'

/** Hidden texts are quoted so far. */
const QUOTED = 3
const LONGEST = 20

const quoted = (texts: readonly string[]): string => {
  const some = texts.slice(0, QUOTED).map((text) => `“${text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text}”`)
  return some.join('、') + (texts.length > QUOTED ? ` 等 ${texts.length} 处` : '')
}

interface Props {
  losses: Losses
  disabled: boolean
  onSource: () => void
  /** Takes the hidden texts out. */
  onRemoveHidden: () => void
}

/** A warning above the text, before its first edit, about what an edit will not preserve. */
export function LossBar({ losses, disabled, onSource, onRemoveHidden }: Props) {
  const [passed, setPassed] = useState<Losses>()
  const { changed, forbidden, hidden } = losses
  if (disabled || passed === losses) return null
  const bars: { text: string; action: { label: string; onClick: () => void } }[] = []
  const toSource = { label: '用源码编辑', onClick: onSource }
  if (hidden.length > 0)
    bars.push({
      text: `这篇内容里有读者看不见的文字：${quoted(hidden)}。可能是暗链，请检查。不修改就保持原样；修改后保存，它们会显示出来。`,
      action: { label: '删除隐藏的文字', onClick: onRemoveHidden },
    })
  if (changed.length > 0)
    bars.push({
      text: `这篇内容里有可视编辑不能原样保留的部分：${changed.join('、')}。不修改就保持原样；要修改而保留它们，请用源码编辑。`,
      action: toSource,
    })
  if (forbidden.length > 0)
    bars.push({
      text: `这篇内容里有正文不允许的部分：${forbidden.join('、')}。不修改就保持原样；修改后保存，它们会被去掉。`,
      action: toSource,
    })
  if (bars.length === 0) return null
  return (
    <MessageBarGroup>
      {bars.map(({ text, action }, at) => (
        <MessageBar key={text} intent="warning" layout="multiline">
          <MessageBarBody>{text}</MessageBarBody>
          <MessageBarActions>
            <Button size="small" onClick={action.onClick}>
              {action.label}
            </Button>
            {at === bars.length - 1 && (
              <Button size="small" onClick={() => setPassed(losses)}>
                继续编辑
              </Button>
            )}
          </MessageBarActions>
        </MessageBar>
      ))}
    </MessageBarGroup>
  )
}
