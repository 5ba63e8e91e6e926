import {
  ArrowDownloadRegular,
  ArrowUploadRegular,
  CheckmarkCircleRegular,
  ClockRegular,
  CloudArrowDownRegular,
  EditRegular,
  ErrorCircleRegular,
  EyeOffRegular,
  type FluentIcon,
  ProhibitedRegular,
  WarningRegular,
} from '@fluentui/react-icons'
import type { WorkspaceFile } from '#shared/contract/workspace.ts'

export type Tone = 'good' | 'busy' | 'care' | 'bad' | 'quiet'

const ICONS: Record<WorkspaceFile['state'], { icon: FluentIcon; tone: Tone }> = {
  synced: { icon: CheckmarkCircleRegular, tone: 'good' },
  'local-changed': { icon: EditRegular, tone: 'busy' },
  'remote-changed': { icon: CloudArrowDownRegular, tone: 'busy' },
  uploading: { icon: ArrowUploadRegular, tone: 'busy' },
  downloading: { icon: ArrowDownloadRegular, tone: 'busy' },
  waiting: { icon: ClockRegular, tone: 'care' },
  conflict: { icon: WarningRegular, tone: 'care' },
  failed: { icon: ErrorCircleRegular, tone: 'bad' },
  ignored: { icon: EyeOffRegular, tone: 'quiet' },
  unsupported: { icon: ProhibitedRegular, tone: 'quiet' },
}

/** Picture and colour of a file's state. */
export const stateIcon = (state: WorkspaceFile['state']): { icon: FluentIcon; tone: Tone } => ICONS[state]
