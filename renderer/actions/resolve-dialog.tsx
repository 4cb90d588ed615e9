import { Radio, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { type ResolutionKind, resolutionKinds } from '../../shared/domain/person-acts.ts'
import { useAct } from '../gateway/act.ts'
import { operator } from '../gateway/api.ts'
import { Confirm, isReason, ReasonField } from '../parts/dialog.tsx'
import { actWords } from '../words/acts.ts'
import { useWords } from '../words/language.ts'

interface ResolveDialogProps {
  readonly record: WireRecord
  /** The version that the person saw. If the record has changed since, the gateway refuses. */
  readonly version: number
  onClose(): void
}

const wordOf = (kind: ResolutionKind, { MEMBERS: members }: WireRecord) =>
  kind === 'not_valid' && members !== undefined ? 'not_valid_receipts' : (`${kind}_text` as const)

/** A person decides what became of a document, if the gateway cannot find out (reliability 4.3). */
export function DecideOutcomeDialog({ record, version, onClose }: ResolveDialogProps) {
  const say = useWords(actWords)
  const [as, setAs] = useState<ResolutionKind | null>(null)
  const [uuid, setUuid] = useState('')
  const [evidence, setEvidence] = useState('')
  // A document that could not be built was never sent, so it can only be “not valid”.
  const kinds = record.ATTENTION?.CODE === 'cannot_be_sent' ? (['not_valid'] as const) : resolutionKinds
  const resolving = useAct(
    ['record', 'records', 'queue'],
    (kind: ResolutionKind) =>
      operator('resolveRecord', {
        params: { guid: record.SALE_GUID },
        body: { version, as: kind, evidence, ...(kind === 'found' && uuid.trim() !== '' && { uuid: uuid.trim() }) },
      }),
    onClose,
  )
  return (
    <Confirm
      title={say('resolve_title', { code: record.SALE_CODE })}
      isDestructive
      act={say('resolve')}
      canAct={as !== null && isReason(evidence)}
      doing={resolving}
      onAct={() => as !== null && resolving.mutate(as)}
      onClose={onClose}
    >
      <Text>{say('resolve_text')}</Text>
      <Text fw={600}>
        <bdi>{record.DOCUMENT_NUMBER}</bdi>
      </Text>
      <Radio.Group
        label={say('resolve_as')}
        withAsterisk
        value={as}
        onChange={(chosen) => setAs(resolutionKinds.find((kind) => kind === chosen) ?? null)}
      >
        <Stack gap="sm" mt="xs">
          {kinds.map((kind) => (
            <Radio
              key={kind}
              data-autofocus
              value={kind}
              size="md"
              label={say(kind)}
              description={say(wordOf(kind, record))}
            />
          ))}
        </Stack>
      </Radio.Group>
      {as === 'found' && (
        <TextInput
          label={say('uuid')}
          maxLength={60}
          value={uuid}
          onChange={(event) => setUuid(event.currentTarget.value)}
        />
      )}
      <ReasonField label={say('evidence')} reason={evidence} onChange={setEvidence} />
    </Confirm>
  )
}
