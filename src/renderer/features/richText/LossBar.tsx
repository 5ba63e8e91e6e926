import { Button, MessageBar, MessageBarActions, MessageBarBody, MessageBarGroup } from '@fluentui/react-components'
import { useState } from 'react'
import type { Losses } from './useRichText.ts'

/** Limits of the quoted hidden texts: their number, and the characters of each. */
const MAX_QUOTES = 3
const MAX_QUOTE_LENGTH = 20

const quoteTexts = (texts: readonly string[]): string => {
  const some = texts
    .slice(0, MAX_QUOTES)
    .map((text) => `“${text.length > MAX_QUOTE_LENGTH ? `${text.slice(0, MAX_QUOTE_LENGTH)}…` : text}”`)
  return some.join('、') + (texts.length > MAX_QUOTES ? ` 等 ${texts.length} 处` : '')
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
  const [dismissed, setDismissed] = useState<Losses>()
  const { changed, forbidden, hidden } = losses
  if (disabled || dismissed === losses) return null
  const bars: { text: string; action: { label: string; onClick: () => void } }[] = []
  const toSource = { label: '用源码编辑', onClick: onSource }
  if (hidden.length > 0)
    bars.push({
      text: `内容中有读者看不到的文字：${quoteTexts(hidden)}。可能是暗链，请检查。不修改则保持原样；修改并保存后，这些文字会显示出来。`,
      action: { label: '删除隐藏文字', onClick: onRemoveHidden },
    })
  if (changed.length > 0)
    bars.push({
      text: `内容中有可视化编辑无法原样保留的部分：${changed.join('、')}。不修改则保持原样；如需修改并保留这些部分，请用源码编辑。`,
      action: toSource,
    })
  if (forbidden.length > 0)
    bars.push({
      text: `内容中有正文不允许的部分：${forbidden.join('、')}。不修改则保持原样；修改并保存后，这些部分会被删除。`,
      action: toSource,
    })
  if (bars.length === 0) return null
  return (
    <MessageBarGroup>
      {bars.map(({ text, action }, index) => (
        <MessageBar key={text} intent="warning" layout="multiline">
          <MessageBarBody>{text}</MessageBarBody>
          <MessageBarActions>
            <Button size="small" onClick={action.onClick}>
              {action.label}
            </Button>
            {index === bars.length - 1 && (
              <Button size="small" onClick={() => setDismissed(losses)}>
                继续编辑
              </Button>
            )}
          </MessageBarActions>
        </MessageBar>
      ))}
    </MessageBarGroup>
  )
}
