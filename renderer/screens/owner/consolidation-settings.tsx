import { Select, Switch, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import type { OperatorAnswer } from '../../../shared/api/operator-client.ts'
import { frequencies } from '../../../shared/domain/consolidation-period.ts'
import { lineStyles } from '../../../shared/domain/consolidation-plan.ts'
import { selfBilledCases } from '../../../shared/domain/consolidation-rules.ts'
import { useAct } from '../../gateway/act.ts'
import { operator } from '../../gateway/api.ts'
import { askedOnce } from '../../gateway/refetch.ts'
import { Confirm } from '../../parts/dialog.tsx'
import { fieldFaultOf, Notice, Refused } from '../../parts/states.tsx'
import { consolidationSettingsWords } from '../../words/consolidation-settings.ts'
import { useWords } from '../../words/language.ts'

/** How a company consolidates its receipts. */
export function ConsolidationSettingsDialog({ company, close }: { readonly company: string; close(): void }) {
  const settings = useQuery({
    queryKey: ['consolidation-settings', company],
    queryFn: () => operator('consolidationSettings', { query: { company } }),
    ...askedOnce,
  })
  return settings.data ? <Form settings={settings.data} close={close} /> : <Refused error={settings.error} />
}

const days = ['1', '2', '3', '4', '5', '6', '7'] as const

function Form({ settings, close }: { readonly settings: OperatorAnswer<'consolidationSettings'>; close(): void }) {
  const say = useWords(consolidationSettingsWords)
  const form = useForm({
    mode: 'controlled',
    initialValues: {
      frequency: settings.frequency,
      day: String(settings.day),
      lines: settings.lines,
      limit: settings.limit ?? '0',
      limit_before_tax: settings.limit_before_tax,
      any_activity: settings.any_activity,
      late_days: String(settings.late_days),
      self_billed_case: settings.self_billed_case ?? ('none' as const),
    },
  })
  const { day, limit, late_days: late, ...rest } = form.getValues()
  const figures = { day: Number(day), limit: limit.trim(), late_days: Number(late) }
  const body = { company: settings.company, ...rest, ...figures }
  const save = useAct(['consolidation-settings'], () => operator('setConsolidation', { body }))
  return (
    <Confirm
      title={say('consolidation_of', { code: settings.company })}
      act={say('save')}
      doing={save}
      isDone={save.isSuccess}
      onAct={save.mutate}
      onClose={close}
    >
      <Select
        label={say('frequency')}
        description={say(`hint_${rest.frequency}`)}
        data={frequencies.map((value) => ({ value, label: say(`frequency_${value}`) }))}
        {...form.getInputProps('frequency')}
      />
      {rest.frequency === 'monthly' && (
        <Select label={say('day')} description={say('day_hint')} data={days} {...form.getInputProps('day')} />
      )}
      <Select
        label={say('lines')}
        data={lineStyles.map((value) => ({ value, label: say(`lines_${value}`) }))}
        {...form.getInputProps('lines')}
      />
      <TextInput
        label={say('limit')}
        description={say('limit_hint')}
        inputMode="decimal"
        {...form.getInputProps('limit')}
        error={fieldFaultOf(save.error, '/limit')}
      />
      <Switch label={say('limit_before_tax')} {...form.getInputProps('limit_before_tax', { type: 'checkbox' })} />
      <Select
        label={say('self_billed_case')}
        description={say('self_billed_hint')}
        data={['none' as const, ...selfBilledCases].map((value) => ({ value, label: say(`case_${value}`) }))}
        {...form.getInputProps('self_billed_case')}
      />
      <Select
        label={say('late_days')}
        description={say('late_days_hint')}
        data={['0', ...days]}
        {...form.getInputProps('late_days')}
      />
      {settings.activity_listed ? (
        <Switch
          label={say('any_activity')}
          description={say('activity_listed')}
          {...form.getInputProps('any_activity', { type: 'checkbox' })}
        />
      ) : (
        <Text className="quiet">{say('activity_free')}</Text>
      )}
      {save.isSuccess && <Notice tone="calm">{say('is_saved')}</Notice>}
    </Confirm>
  )
}
