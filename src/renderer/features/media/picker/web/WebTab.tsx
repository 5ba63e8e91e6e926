import { Button, Field, Input, makeStyles, tokens } from '@fluentui/react-components'
import { AddRegular } from '@fluentui/react-icons'
import type { KeyboardEvent } from 'react'
import type { UploadKind } from '#shared/contract/upload.ts'
import { KIND_NAMES } from '#renderer/features/media/text.ts'
import type { MediaChoice } from '../useMediaChoice.ts'
import { checkAddress } from './webAddress.ts'

const useStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalL, alignContent: 'start', maxWidth: '680px' },
})

/** What was typed, and whether it was tried: an address is not wrong before. */
export interface TypedAddress {
  text: string
  tried: boolean
}

interface Props {
  kind: UploadKind
  typed: TypedAddress
  onType: (typed: TypedAddress) => void
  choice: MediaChoice
}

/** Takes a file by its address on the web. */
export function WebTab({ kind, typed, onType, choice }: Props) {
  const styles = useStyles()
  const checked = checkAddress(typed.text, kind)
  const problem = 'problem' in checked && typed.tried ? checked.problem : ''
  const doubt = 'doubt' in checked ? checked.doubt : ''
  const add = (): void => {
    if (!('chosen' in checked)) onType({ ...typed, tried: true })
    else if (choice.add(checked.chosen)) onType({ text: '', tried: false })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    add()
  }
  return (
    <div className={styles.root}>
      <Field
        label={`${KIND_NAMES[kind]}的网络地址`}
        hint="以 http:// 或 https:// 开头的完整地址。文件留在原来的网站上，那里删除后就不能显示了。"
        validationState={problem ? 'error' : doubt ? 'warning' : 'none'}
        validationMessage={problem || doubt || null}
      >
        <Input
          value={typed.text}
          placeholder="https://"
          onChange={(_event, data) => onType({ text: data.value, tried: false })}
          onKeyDown={onKeyDown}
        />
      </Field>
      <div>
        <Button icon={<AddRegular />} onClick={add}>
          使用这个地址
        </Button>
      </div>
    </div>
  )
}
