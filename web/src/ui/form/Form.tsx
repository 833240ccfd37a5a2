import { Problem } from '@bordee/core/problem.ts'
import { Alert, type ButtonProps, List } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { createContext, type ReactNode, useContext, useEffect, useLayoutEffect, useRef } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  FormProvider,
  type Path,
  type UseFormReturn,
  useController,
  useFormContext,
  useFormState,
  useForm as useHookForm,
} from 'react-hook-form'
import type * as z from 'zod'
import { type Why, WhyButton } from '../WhyButton.tsx'
import { schemaResolver } from './schemaResolver.ts'
import { isSame } from './touched.ts'

/** A form validated by a schema of core, so that screen and server apply the same rules. */
export function useForm<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  { defaultValues, values }: { defaultValues?: DefaultValues<Input>; values?: Input } = {},
): UseFormReturn<Input, unknown, Output> {
  const form = useHookForm<Input, unknown, Output>({
    resolver: schemaResolver(schema),
    mode: 'onTouched',
    // <Form> moves the focus itself, in the page's order.
    shouldFocusError: false,
    defaultValues: defaultValues ?? (values as DefaultValues<Input> | undefined),
  })
  useFreshValues(form, values)
  return form
}

/**
 * New values from the server fill the untouched fields; they never overwrite what the user is typing. A list that they
 * are changing stays as a whole, and so does what it started from: what others add to it meanwhile is not in it, and
 * must not look as if they had removed it.
 */
function useFreshValues<Input extends FieldValues, Output>(form: UseFormReturn<Input, unknown, Output>, values: Input | undefined) {
  const { reset, getValues, setValue } = form
  const started: Record<string, unknown> = form.formState.defaultValues ?? {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: resetting changes where the form starts from
  useEffect(() => {
    if (!values) return
    const changing = Object.entries<Input[Path<Input>]>(getValues()).filter(
      ([key, held]) => Array.isArray(held) && !isSame(held, started[key]),
    )
    const lists = Object.fromEntries(changing.map(([key]) => [key, started[key]]))
    reset({ ...values, ...lists }, { keepDirtyValues: true, keepErrors: true })
    for (const [key, list] of changing) setValue(key as Path<Input>, list, { shouldDirty: true })
  }, [values, reset])
}

export interface FormProps<Input extends FieldValues, Output> {
  form: UseFormReturn<Input, unknown, Output>
  onSubmit: (values: Output) => unknown
  /** When a field is wrong and nothing is sent. */
  onInvalid?: () => unknown
  /** The error of the last attempt. The `formErrors` of a Problem show on their fields. */
  problem?: unknown
  /**
   * The form's envelope in the request: `account` reads `formErrors.account`. Errors of other envelopes go to fields
   * named `envelope.path`.
   */
  under?: string
  children: ReactNode
  'aria-label'?: string
}

/** What a screen gives to the form of an entity. */
export interface EntityForm<Input extends FieldValues, Output = Input> extends Pick<FormProps<Input, Output>, 'form' | 'onSubmit'> {
  problem: unknown
  isNew?: boolean
}

export function Form<Input extends FieldValues, Output>({
  form,
  onSubmit,
  onInvalid,
  problem,
  under,
  children,
  ...label
}: FormProps<Input, Output>) {
  const element = useRef<HTMLFormElement>(null)
  const onScreen = useRef(new Set<string>()).current
  const { errors, submitCount } = form.formState
  const { setError } = form

  useEffect(() => {
    const found = serverErrors(problem, under)
    for (const [path, message] of found) setError(path as Path<Input>, { type: 'server', message })
    if (found.length) focusFirstInvalid(element.current)
  }, [problem, under, setError])

  useEffect(() => {
    if (submitCount) focusFirstInvalid(element.current)
  }, [submitCount])

  const lost = flatten(errors).filter(([path]) => !onScreen.has(path))
  return (
    <FormProvider {...form}>
      <FieldsOnScreen value={onScreen}>
        <form
          ref={element}
          noValidate
          tabIndex={-1}
          onSubmit={(event) =>
            void form.handleSubmit(
              async (values) => void (await onSubmit(values)),
              () => void onInvalid?.(),
            )(event)
          }
          {...label}
        >
          {lost.length > 0 && (
            <Alert color="red" icon={<IconAlertCircle />} title="À corriger" mb="md" role="alert" tabIndex={-1} data-lost>
              <List size="sm">
                {lost.map(([path, message]) => (
                  <List.Item key={path}>{message}</List.Item>
                ))}
              </List>
            </Alert>
          )}
          {children}
        </form>
      </FieldsOnScreen>
    </FormProvider>
  )
}

/** The submit button. With `whenDirty` it waits until something changes. */
export function SubmitButton({
  whenDirty = false,
  why,
  busy = false,
  children = 'Enregistrer',
  ...props
}: { whenDirty?: boolean; why?: Why; busy?: boolean; children?: ReactNode } & ButtonProps) {
  const { isDirty, isSubmitting } = useFormState()
  const isSending = isSubmitting || busy
  const keepFocus = useFocusKept(isSending)
  return (
    <WhyButton
      type="submit"
      loading={isSending}
      // Leaving a field may show an error and move the button: blur the field only once the click is certain.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        const left = document.activeElement as HTMLElement | null
        left?.blur()
        if (event.detail === 0) keepFocus(left)
      }}
      {...props}
      why={why || (whenDirty && !isDirty && nothingToSave)}
    >
      {children}
    </WhyButton>
  )
}

const nothingToSave = 'Rien à enregistrer\u00a0: vous n’avez encore rien changé.'

/**
 * After sending by keyboard, returns the focus to where it was, or to the form if that element is disabled. Not after
 * a touch, which would only reopen the on-screen keyboard.
 */
function useFocusKept(isSending: boolean) {
  const left = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isSending || !left.current || document.activeElement !== document.body) return
    const form = left.current.closest('form')
    left.current.focus()
    if (document.activeElement === document.body) form?.focus()
    left.current = null
  }, [isSending])
  return (element: HTMLElement | null) => {
    left.current = element
  }
}

/** Submits as the button would. True when the form was valid and nothing threw. For leave prompts and shortcuts. */
export async function trySubmit<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  onSubmit: (values: Output) => unknown,
): Promise<boolean> {
  let done = false
  try {
    await form.handleSubmit(async (values) => {
      await onSubmit(values)
      done = true
    })()
  } catch {
    return false
  }
  return done
}

declare const isHeld: unique symbol
/** The path of a field that the form holds. Only `fieldsOf` makes one, so a misspelt name doesn't compile. */
export type FieldName = string & { readonly [isHeld]: true }

/**
 * `const at = fieldsOf(form)`, then `at('email')`. A part of a form uses `fieldsOf<Values>(within)`, where `within`
 * is its own path.
 */
export function fieldsOf<Values extends FieldValues, Output = unknown>(of?: UseFormReturn<Values, unknown, Output> | FieldName) {
  const within = typeof of === 'string' ? `${of}.` : ''
  return (path: Path<Values>) => `${within}${path}` as FieldName
}

/** What a field component needs from its form. */
export function useField(name: FieldName) {
  const onScreen = useContext(FieldsOnScreen)
  useLayoutEffect(() => {
    onScreen.add(name)
    return () => void onScreen.delete(name)
  }, [onScreen, name])
  const { control, trigger } = useFormContext()
  const { field, fieldState } = useController({ name, control })
  // An error goes as soon as it is corrected, also one that a wizard's step showed without a submit.
  const onChange = (value: unknown) => {
    field.onChange(value)
    if (fieldState.error) void trigger(name)
  }
  // Don't validate a field left unchanged, so that a new form doesn't turn red.
  const onBlur = fieldState.isDirty ? field.onBlur : notYet
  return { ...field, onChange, onBlur, error: fieldState.error?.message }
}

const notYet = () => undefined

const FieldsOnScreen = createContext(new Set<string>())

/** `{account: {email: '…'}, occupants: {'0.phone': '…'}}` under account → `email` and `occupants.0.phone`. */
function serverErrors(problem: unknown, under: string | undefined): [path: string, message: string][] {
  if (!(problem instanceof Problem)) return []
  return Object.entries(problem.body.formErrors ?? {}).flatMap(([envelope, messages]) =>
    Object.entries(messages).map(([path, message]): [string, string] => [envelope === under ? path : `${envelope}.${path}`, message]),
  )
}

/** Every message in a tree of errors, with its dotted path. */
function flatten(errors: FieldErrors, above = ''): [path: string, message: string][] {
  return Object.entries(errors).flatMap(([key, error]): [string, string][] => {
    if (!error || typeof error !== 'object') return []
    const path = above + key
    const own = typeof error.message === 'string' && error.message ? [[path, error.message] as [string, string]] : []
    // `ref` is the input itself, not a nested field.
    const { ref: _, message: __, type: ___, types: ____, ...nested } = error as FieldErrors & Record<string, unknown>
    return [...own, ...flatten(nested as FieldErrors, `${path}.`)]
  })
}

/** Focuses the first wrong field, or the alert for errors without a field, once React has painted the errors. */
function focusFirstInvalid(form: HTMLFormElement | null) {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[data-lost], [aria-invalid="true"]:not(div)')?.focus())
}
