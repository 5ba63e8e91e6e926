import { Button, Text } from '@fluentui/react-components'
import { useState } from 'react'
import type { NameSamples } from '#shared/domain/zipNames.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { EncodingChoice } from '../shared/EncodingChoice.tsx'

/** A zip file of the folder `path` whose names can be read in several ways. */
export interface EncodingQuestion {
  path: string
  name: string
  samples: readonly NameSamples[]
}

/** Shows an archive's names in each encoding, and unpacks it in the chosen one. */
export function EncodingDialog({ question, onClose }: { question: EncodingQuestion; onClose: () => void }) {
  const { path, name, samples } = question
  const [chosen, choose] = useState(samples[0]?.encoding)
  const unzip = useWrite('templateFile.unzip', { onSuccess: onClose })
  return (
    <PanelDialog
      title="选择文件名编码"
      size="small"
      firm
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button
            appearance="primary"
            disabledFocusable={unzip.isPending}
            onClick={() => unzip.mutate({ path, unzipFileName: name, encoding: chosen })}
          >
            {unzip.isPending ? '正在解压…' : '解压'}
          </Button>
        </>
      }
    >
      <Text>{`看不出“${name}”里的文件名用的是哪种编码。下面是用不同编码读出的文件名，请选择显示正确的一种，再解压。`}</Text>
      <EncodingChoice samples={samples} chosen={chosen} onChoose={choose} />
    </PanelDialog>
  )
}
