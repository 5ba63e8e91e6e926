import { Button, Text } from '@fluentui/react-components'
import { useState } from 'react'
import type { NameSamples } from '#shared/domain/zipNames.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { EncodingChoice } from '../shared/EncodingChoice.tsx'

/** A zip file in the folder `path` whose file names fit several encodings. */
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
      <Text>{`无法识别“${name}”中文件名的编码。请在以下各种编码的文件名中选择显示正确的一种，再解压。`}</Text>
      <EncodingChoice samples={samples} chosen={chosen} onChoose={choose} />
    </PanelDialog>
  )
}
