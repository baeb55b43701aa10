import { accommodationChecks, checks, isAddress, isEmail, refusesKey, taken } from './form-rules.js';
import { isSolved, startPuzzle } from './puzzle.js';

/** As much of jQuery as this page uses. */
type Query = {
  on(event: string, handle: (this: HTMLInputElement, event: Event) => unknown): Query;
  val(): string;
  val(value: string): Query;
  html(content: string): Query;
  datepicker(options: object): Query;
  datepicker(method: string, value: unknown): Query;
};
declare const jQuery: ((found: string | Element) => Query) & {
  get(address: string, answered: (html: string) => void): void;
};

const form = document.forms[0]!;
const { more = '', loses, unpicked, unfilled, empties } = form.dataset;
const fields = [...form.querySelectorAll<HTMLInputElement>('[data-label]')];
const isShown = () => !document.querySelector<HTMLElement>('#formAccommodation')!.hidden;

for (const field of fields) {
  limitTyping(field);
  limitClipboard(field);
  fillMirror(field);
}
startDates();
startCalls();
startBlurChecks();
startPuzzle();
form.addEventListener('submit', (event) => {
  if (!validateSubmit()) event.preventDefault();
});

function limitTyping(field: HTMLInputElement): void {
  const { keys } = field.dataset;
  if (keys)
    jQuery(field).on('keypress', (event) => {
      if (refusesKey(keys, (event as KeyboardEvent).key)) event.preventDefault();
    });
  if (keys === 'journey')
    jQuery(field).on('input', function () {
      if (this.value !== taken(keys, this.value)) this.value = taken(keys, this.value);
    });
}

function limitClipboard(field: HTMLInputElement): void {
  const { refuses } = field.dataset;
  if (!refuses) return;
  jQuery(field).on(refuses === 'paste' ? 'paste' : 'copy paste', (event) => event.preventDefault());
}

/** A value that a script sets reaches the hidden field only with the event. */
function fillMirror(field: HTMLInputElement): void {
  const { mirror } = field.dataset;
  if (mirror && mirror !== unfilled)
    jQuery(field).on('change', function () {
      jQuery(`#${mirror}`).val(this.value);
    });
}

/** The pickers, with the ranges of the browser's own day. A person's pick of the arrival empties the departure; a script's does not. */
function startDates(): void {
  const plain = { format: 'dd/mm/yyyy', autoclose: true };
  const ranges: Record<string, object> = {
    dob: { endDate: '-1d' },
    passExpDte: { startDate: '0d' },
    arrDt: { startDate: '0d', endDate: '+2d' },
    depDt: { startDate: '0d' },
  };
  for (const [id, range] of Object.entries(ranges)) {
    if (id === unpicked) continue;
    jQuery(`#${id}`).datepicker({ ...plain, ...(id === loses ? { startDate: '01/01/2900' } : range) });
  }
  jQuery('#arrDt').on('changeDate', () => {
    jQuery('#depDt').datepicker('update', '');
    jQuery('#depDt').datepicker('setStartDate', jQuery('#arrDt').val());
  });
}

/** The four calls of the page. */
function startCalls(): void {
  const ask = (query: string, answered: (html: string) => void) => jQuery.get(`register?${query}${more}`, answered);
  const fill = (list: string) => (html: string) => {
    if (html !== 'error') jQuery(`#${list}`).html(html);
  };
  ask('searchMdacVisaCountry', (answer) => {
    document.querySelector<HTMLElement>('#formAccommodation')!.hidden = answer !== 'ALL';
  });
  for (const country of ['#nationality', '#pob'])
    jQuery(country).on('change', function () {
      ask(`retrieveCountryPhoneCode&ctryCd=${this.value}`, fill('region'));
    });
  jQuery('#accommodationState').on('change', function () {
    ask(`retrieveRefCity&state=${this.value}`, fill('accommodationCity'));
  });
  jQuery('#accommodationCity').on('change', function () {
    ask(`retrievePostcode&cityCd=${this.value}`, () => undefined);
  });
}

/** What happens to a text that is left: capitals, or an alert and nothing. */
function startBlurChecks(): void {
  jQuery('.uppercase').on('blur', function () {
    this.value = this.value.toUpperCase();
  });
  const emptied = (found: string, words: string, isGood: (text: string) => boolean) =>
    jQuery(found).on('blur', function () {
      if (this.value === '' || isGood(this.value)) return;
      alert(words);
      this.value = '';
    });
  emptied('#email, #confirmEmail', 'Please enter a valid email.', isEmail);
  emptied('#accommodationAddress1', 'Please enter a complete address.', isAddress);
  if (empties)
    jQuery(`#${empties}`).on('blur', function () {
      this.value = '';
    });
}

function validateSubmit(): boolean {
  const all = isShown() ? [...checks, ...accommodationChecks] : checks;
  for (const check of all) {
    const fault = check();
    if (fault) {
      alert(fault);
      return false;
    }
  }
  if (!isSolved(document.querySelector('#captcha')!)) {
    alert('Please solve the puzzle.');
    return false;
  }
  return true;
}
