import type { StablecoinLabels } from "./labels.ts"

export const es: StablecoinLabels = {
  loading: "Buscando las formas de pago…",
  none: "Esto no se puede pagar con stablecoins en este momento.",
  way: "¿Cómo quieres pagar?",
  hosted: "En la página de pago",
  hostedHint: "Allí eliges el método.",
  hostedMethods: "Allí eliges el método: {methods}.",
  onchain: "Desde tu billetera, en la red que elijas",
  coin: "Moneda",
  network: "Red",
  amount: "Pagas {amount} {currency}",
  pay: "Pagar {amount} {currency}",
  starting: "Iniciando el pago…",
  pending: "Esperando tu pago.",
  confirming:
    "Si ya pagaste, no pagues otra vez: tarda unos minutos en confirmarse.",
  failed:
    "El pago no se completó. Si ya enviaste monedas, no pagues otra vez: tu pedido seguirá cuando lleguen.",
  abandoned:
    "Este pago ya no está abierto. Si ya enviaste monedas, no pagues otra vez: tu pedido seguirá cuando lleguen.",
  cancelled:
    "El pago se canceló. Si ya enviaste monedas, no pagues otra vez: la tienda recibirá un aviso cuando lleguen.",
  orderCancelled:
    "Tu pedido se canceló. Si ya enviaste monedas, la tienda recibirá un aviso cuando lleguen y se te devolverá el dinero.",
  paidOrderCancelled:
    "Tu pedido se canceló. Se te devolverá el dinero; la tienda está avisada.",
  paid: "Tu pago ha llegado. Estamos creando el pedido…",
  arrived: "Gracias. Tu pago ha llegado.",
  paidWithoutOrder:
    "Tu pago ha llegado, pero el pedido aún no se puede crear. Tu dinero está a salvo: la tienda está avisada y se pondrá en contacto contigo. Referencia: {reference}",
  ordered: "Gracias. Tu pedido es el número {number}.",
  timeLeft: "Tiempo restante: {time}",
  continue: "Continuar al pago",
  openApp: "Abrir en la aplicación",
  chooseAnother: "Elegir otra forma de pago",
  chooseAgain: "Elegir cómo pagar",
  restart: "Pedir otra vez",
  unknownPayment: "No existe ese pago.",
  unreachable: "No se puede conectar con la tienda. Revisa tu conexión.",
  tooMany:
    "Se han iniciado demasiados pagos. Paga el que está abierto o vuelve a intentarlo en unos minutos.",
  problem: "No ha funcionado. Inténtalo de nuevo en un momento.",
  retry: "Intentar de nuevo",
}
